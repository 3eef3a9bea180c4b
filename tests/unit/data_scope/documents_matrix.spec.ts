import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/operator/acting'
import { freshName } from '#tests/helpers/accounts'
import { modelScopeMatrix } from '#tests/helpers/scope_matrix/model_driver'
import { Stage } from '#tests/helpers/scope_matrix/stage'
import Document from '../../../app/plugins/documents/models/document.js'
import { documentListing } from '../../../app/plugins/documents/queries/document_listing.js'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import StoredFile from '../../../app/plugins/files/models/stored_file.js'

test.group('Scope matrix | documents', (group) => {
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

  modelScopeMatrix(Document, {
    organisation: () => stage,
    listing: documentListing,
    rows: stage.rowsBy('documents', (kind) =>
      Document.create({
        title: 'matrix',
        fileType: 'docx',
        status: 'draft',
        latestFileId: file.id,
        versionNo: 1,
        lastVersionNo: 1,
        editorKey: randomUUID(),
        editing: [],
        ownerId: stage.ownerOf(kind),
        departmentId: stage.departmentOf(kind),
      })
    ),
    change: (document) => void document.merge({ title: 'changed' }),
  })
})
