/** What modules do with rows: child rows, links, references and trees. */
export { writeLines } from './lines.js'
export { linkedIds, relink } from './links.js'
export { type ReferenceCheck, assertNamed, assertReached } from './references.js'
export {
  DEEPEST,
  type PlaceCheck,
  type TreePlace,
  assertTreePlace,
  lockTree,
} from './tree_place.js'
