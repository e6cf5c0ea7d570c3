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
    """Something in neuromem-graph went wrong; see the subclasses.

    Catch this one to catch all of them; each message says what was wrong and what to do.
    """


class InvalidInput(MemoryGraphError, ValueError):
    """The given value can't be used; nothing was written.

    Correct the argument that the message names, and call again.
    """


class InvalidNamespace(InvalidInput):
    """The namespace is empty or holds something other than text.

    Give a text or a tuple of texts; in a graph, pass what the template asks for, such as
    `context={"user_id": ...}`.
    """


class InvalidValue(InvalidInput, TypeError):
    """The value is not plain JSON; the message says where.

    Give text, numbers, lists and dictionaries with text as keys; dump objects first.
    """


class InvalidTime(InvalidInput):
    """The time is naive or out of range; give an aware datetime.

    Use `datetime.now(UTC)`, or `moment.replace(tzinfo=...)` with the zone it was meant in.
    """


class InvalidVector(InvalidInput):
    """The embedding has the wrong width or holds NaN or infinity.

    Give a changed model another name, then `reindex()`; declare `dims` as the model has them.
    """


class TooLarge(InvalidInput):
    """The value is above a limit named in Settings.

    Split what is given, or raise the limit in `Settings.limits` that the message names.
    """


class SecretRefused(InvalidInput):
    """The name holds a secret, which can't be taken out of it; nothing was written.

    Use another name. In texts, secrets are taken out instead.
    """


class ConfigError(MemoryGraphError, ValueError):
    """The settings contradict each other or name something unknown.

    Correct the setting or name that the message quotes.
    """


class MissingExtra(ConfigError, ImportError):
    """A package that this part needs is not installed; the message says how to install it.

    Run the `pip install` that the message shows.
    """


class NotFound(MemoryGraphError, LookupError):
    """This namespace holds nothing under that id.

    Ask with an id from a receipt, a context or `pending()` of this very namespace.
    """


class ProviderError(MemoryGraphError):
    """A model or embedder failed or answered nonsense.

    Look at the cause: start the server, pull the model, check the key. No turn is lost:
    `retry_deferred()` extracts what waits.
    """


class LedgerError(MemoryGraphError):
    """The ledger refused or failed.

    See the classes below it.
    """


class IdempotencyConflict(LedgerError):
    """The turn id is already used for other content.

    Give other words another id; a message is never edited under its own.
    """


class LedgerConflict(LedgerError):
    """A touched slot or entity moved since it was read; read it again.

    Ask again, and decide on what is there now.
    """


class VersionConflict(LedgerConflict):
    """The item is not at the version that was expected; read it again.

    `read()` the item and decide whether your change still applies.
    """


class LedgerClosed(LedgerError):
    """The ledger was closed; open it again.

    Open the memory again; close it only when nobody uses it any more.
    """


class LedgerCorrupt(LedgerError):
    """The file or the chain is damaged; the message names the first bad record.

    Keep the file, and restore a backup. If a derived table alone is damaged, `rebuild()` mends it.
    """


class LedgerRolledBack(LedgerCorrupt):
    """The file ends before the head that was acknowledged.

    Restore the newer file. To go on with the older one on purpose, delete the witness beside it.
    """


class NotALedger(LedgerError):
    """The path holds something that is not a memory ledger.

    Check the path. Nothing in it was changed.
    """


class SchemaTooNew(LedgerError):
    """The file was written by a newer neuromem-graph; upgrade the package.

    Upgrade the package; the file was left as it is.
    """


class StorageError(LedgerError):
    """The disk or the file system refused.

    Look at the disk, then try again: what failed was not written.
    """


class ReadOnlyStore(StorageError):
    """The file or its folder can't be written.

    Change the permissions, or open with `read_only=True` to read.
    """


class StorageBusy(StorageError):
    """Another process held the write lock for too long.

    Try again; find the process that keeps the file for so long.
    """


class StorageFull(StorageError):
    """No space is left for the ledger.

    Make room, then try again; `compact()` gives room back.
    """
