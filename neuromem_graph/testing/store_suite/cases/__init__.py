"""Hold every case of the suite, in the order in which they are run."""

from neuromem_graph.testing.store_suite.case import Case
from neuromem_graph.testing.store_suite.cases import (
    basic,
    batches,
    concurrency,
    filter_keys,
    filter_values,
    index_reads,
    index_writes,
    lexical,
    listing,
    listing_namespaces,
    namespaces,
    ttl,
    ttl_reads,
    validation,
    values,
    versions,
)

ALL: tuple[Case, ...] = (
    *basic.CASES.all,
    *values.CASES.all,
    *namespaces.CASES.all,
    *validation.CASES.all,
    *batches.CASES.all,
    *listing.CASES.all,
    *listing_namespaces.CASES.all,
    *filter_values.CASES.all,
    *filter_keys.CASES.all,
    *concurrency.CASES.all,
    *index_reads.CASES.all,
    *index_writes.CASES.all,
    *lexical.CASES.all,
    *ttl.CASES.all,
    *ttl_reads.CASES.all,
    *versions.CASES.all,
)
