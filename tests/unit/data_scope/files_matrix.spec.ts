import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { freshName } from '#tests/helpers/accounts'
import { modelScopeMatrix } from '#tests/helpers/scope_matrix/model_driver'
import { Stage } from '#tests/helpers/scope_matrix/stage'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import StoredFile from '../../../app/plugins/files/models/stored_file.js'

test.group('Scope matrix | files', (group) => {
  let blob: StoredBlob
  group.setup(async () => {
    blob = await StoredBlob.create({
      sha256: freshName('sha'),
      size: 1,
      storageKey: freshName('key'),
      createdAt: DateTime.utc(),
      touchedAt: DateTime.utc(),
    })
    return () => blob.delete()
  })
  const stage = Stage.for(group)

  modelScopeMatrix(StoredFile, {
    organisation: () => stage,
    rows: stage.rowsBy('stored_files', (kind) =>
      StoredFile.create({
        blobId: blob.id,
        sha256: blob.sha256,
        size: 1,
        mimeType: 'text/plain',
        extension: 'txt',
        originalName: 'matrix.txt',
        ownerId: stage.ownerOf(kind),
        departmentId: stage.departmentOf(kind),
      })
    ),
    change: (file) => void file.merge({ originalName: 'changed.txt' }),
  })
})
