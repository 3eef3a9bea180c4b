import { test } from '@japa/runner'
import { modelScopeMatrix } from '#tests/helpers/scope_matrix/model_driver'
import Document from '../../../app/plugins/documents/models/document.js'
import { documentListing } from '../../../app/plugins/documents/listings/document_listing.js'
import { documentStage } from '../../helpers/document_stage.js'

test.group('Scope matrix | documents', (group) => {
  const { stage, make } = documentStage(group)
  modelScopeMatrix(Document, {
    organisation: () => stage,
    listing: documentListing,
    rows: stage.rowsBy('documents', make),
    change: (document) => void document.merge({ title: 'changed' }),
  })
})
