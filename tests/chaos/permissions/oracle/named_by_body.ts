import {
  documentPermission,
  isHandler,
  isWithin,
  mayShareAt,
  reachesDocument,
} from './documents.js'
import type { Asked } from './row_verdicts.js'
import { may, never, type Verdict } from './verdict.js'
import type { World } from './world.js'

/** What a body hands over must be within reach as well; `undefined` where it hands over nothing. */
export function namedByBody(asked: Asked, world: World): Verdict | undefined {
  const { operation, body, ids, by } = asked
  if (!body) return undefined
  const document = world.row('documents', ids.id)
  if (operation.path.endsWith('/sources')) return ofSources(asked, world)
  if (operation.path.endsWith('/shares') && document) {
    return mayShareAt(world, by.id, String(body.level), document)
      ? undefined
      : never(`they may not do as much as ${String(body.level)} themselves`)
  }
  return undefined
}

function ofSources({ body, by }: Asked, world: World): Verdict | undefined {
  const { documentId, fileId } = body!
  if (documentId !== undefined) {
    const named = world.row('documents', documentId)
    const show = documentPermission('show')
    if (!named) return never('there is no such document')
    if (!reachesDocument(world, by.id, show, named) && !isHandler(world, by.id, named))
      return never('the document named is out of their reach')
  }
  if (fileId !== undefined && documentId === undefined) {
    const file = world.row('stored_files', fileId)
    if (!file || !isWithin(world, by.id, 'file:file:show', file))
      return never('the file named is out of their reach')
  }
  return may('what it names is within their reach')
}
