import { randomUUID } from 'node:crypto'
import type { Group } from '@japa/runner/core'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/acting/main'
import Document from '../../app/plugins/documents/models/document.js'
import EditingSession from '../../app/plugins/documents/models/editing_session.js'
import StoredBlob from '../../app/plugins/files/models/stored_blob.js'
import StoredFile from '../../app/plugins/files/models/stored_file.js'
import { freshName } from './accounts.js'
import { Stage, type Kind } from './scope_matrix/stage.js'

/** A stage whose rows are documents, all of one file. */
export function documentStage(group: Group) {
  let blob: StoredBlob
  let file: StoredFile
  group.setup(async () => {
    const sha256 = freshName('sha')
    const kept = { sha256, size: 1, storageKey: freshName('key'), touchedAt: DateTime.utc() }
    blob = await StoredBlob.create(kept)
    const row = { blobId: blob.id, sha256, size: 1, mimeType: 'text/plain', extension: 'docx' }
    file = await actAsSystem('the matrix', () =>
      StoredFile.create({ ...row, originalName: 'matrix.docx' })
    )
    return async () => {
      await actAsSystem('the matrix', () => file.delete())
      await blob.delete()
    }
  })
  const stage = Stage.for(group)
  const make = async (kind: Kind) => {
    const document = await Document.create({
      title: 'matrix',
      fileType: 'docx',
      status: 'draft',
      latestFileId: file.id,
      versionNo: 1,
      lastVersionNo: 1,
      submissionNo: 0,
      sessionKey: randomUUID(),
      editing: [],
      ownerId: stage.ownerOf(kind),
      departmentId: stage.departmentOf(kind),
    })
    const { id: documentId, sessionKey } = document
    await EditingSession.create({ documentId, sessionKey, baseVersionNo: 1, state: 'open' })
    return document
  }
  return { stage, make }
}
