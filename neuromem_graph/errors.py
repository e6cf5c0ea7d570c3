"""The error tree. Every error this package raises on purpose is one of these.

::

    MemoryGraphError
    ├── InvalidInput (also ValueError)   what the caller gave can't be used; nothing was written
    │   ├── InvalidNamespace             empty, or holding something other than text
    │   ├── InvalidValue (also TypeError) something that plain JSON can't hold
    │   ├── InvalidTime                  a naive datetime, or a time outside years 1-9999
    │   ├── InvalidVector                an embedding of the wrong width, or holding NaN or infinity
    │   ├── SecretRefused                a name that holds a secret: it can't be taken out of it
    │   └── TooLarge                     a value above a limit named in `Settings`
    ├── ConfigError (also ValueError)    settings that contradict each other
    │   └── MissingExtra (also ImportError) a package is not installed; the message says which extra
    ├── NotFound (also LookupError)      an id that this namespace does not hold
    ├── ProviderError                    a model or embedder failed or answered nonsense
    └── LedgerError
        ├── IdempotencyConflict          the same turn id with other content
        ├── LedgerConflict               a slot or entity moved since it was read; read it again
        │   └── VersionConflict          an item is not at the version that was expected
        ├── LedgerClosed                 used after `close()`
        ├── LedgerCorrupt                the chain or file is damaged; the first bad record is named
        │   └── LedgerRolledBack         the file ends before the head that was acknowledged
        ├── NotALedger                   the path holds something else
        ├── SchemaTooNew                 written by a newer version of this package
        └── StorageError                 the disk or the file system refused
            ├── ReadOnlyStore            the file or its folder can't be written
            ├── StorageBusy              another process held the write lock for too long
            └── StorageFull              no space left
"""


class MemoryGraphError(Exception):
    """Something in neuromem-graph went wrong; see the subclasses."""


class InvalidInput(MemoryGraphError, ValueError):
    """The given value can't be used; nothing was written."""


class InvalidNamespace(InvalidInput):
    """The namespace is empty or holds something other than text."""


class InvalidValue(InvalidInput, TypeError):
    """The value is not plain JSON; the message says where."""


class InvalidTime(InvalidInput):
    """The time is naive or out of range; give an aware datetime."""


class InvalidVector(InvalidInput):
    """The embedding has the wrong width or holds NaN or infinity."""


class TooLarge(InvalidInput):
    """The value is above a limit named in Settings."""


class SecretRefused(InvalidInput):
    """The name holds a secret, which can't be taken out of it; nothing was written."""


class ConfigError(MemoryGraphError, ValueError):
    """The settings contradict each other or name something unknown."""


class MissingExtra(ConfigError, ImportError):
    """A package that this part needs is not installed; the message says how to install it."""


class NotFound(MemoryGraphError, LookupError):
    """This namespace holds nothing under that id."""


class ProviderError(MemoryGraphError):
    """A model or embedder failed or answered nonsense."""


class LedgerError(MemoryGraphError):
    """The ledger refused or failed."""


class IdempotencyConflict(LedgerError):
    """The turn id is already used for other content."""


class LedgerConflict(LedgerError):
    """A touched slot or entity moved since it was read; read it again."""


class VersionConflict(LedgerConflict):
    """The item is not at the version that was expected; read it again."""


class LedgerClosed(LedgerError):
    """The ledger was closed; open it again."""


class LedgerCorrupt(LedgerError):
    """The file or the chain is damaged; the message names the first bad record."""


class LedgerRolledBack(LedgerCorrupt):
    """The file ends before the head that was acknowledged."""


class NotALedger(LedgerError):
    """The path holds something that is not a memory ledger."""


class SchemaTooNew(LedgerError):
    """The file was written by a newer neuromem-graph; upgrade the package."""


class StorageError(LedgerError):
    """The disk or the file system refused."""


class ReadOnlyStore(StorageError):
    """The file or its folder can't be written."""


class StorageBusy(StorageError):
    """Another process held the write lock for too long."""


class StorageFull(StorageError):
    """No space is left for the ledger."""
