/** Changes of an application's sources, all or nothing. */
export { E_WRITE_FAILED } from './errors.js'
export { type FileChange, Journal } from './journal.js'
export { threeWayMerge, unifiedDiff } from './merge.js'
export { putBackTorn } from './put_back.js'
export { SourceTree } from './source_tree.js'
export { takeTree } from './tree_lock.js'
