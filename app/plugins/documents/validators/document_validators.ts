import vine from '@vinejs/vine'
import {
  idField,
  instantRange,
  LARGEST_PAGE,
  listQuery,
  pageParameters,
  idParameter,
  idsParameter,
} from '#kernel/contracts/main'
import { BLANK_TYPES } from '../document_types.js'
import { DOCUMENT_STATES } from '../models/document.js'
import { LOG_ACTIONS } from '../models/document_log.js'
import { documentListing } from '../listings/document_listing.js'
import { logListing } from '../listings/log_listing.js'
import { title } from './title_field.js'

const yesOrNo = () => vine.enum(['true', 'false'] as const)

/** Of documents, in the trash or not. */
export const documentFilters = () => ({
  keyword: vine.string().trim().maxLength(100).optional(),
  title: vine.string().trim().maxLength(100).optional(),
  fileType: vine.string().maxLength(8).optional(),
  status: vine.enum(DOCUMENT_STATES).optional(),
  ownerId: idParameter().optional(),
  departmentId: idParameter().optional(),
})

export const documentListValidator = listQuery({
  sorts: documentListing.sorts,
  filters: {
    ...documentFilters(),
    editing: yesOrNo().optional(),
    submittedToMe: yesOrNo().optional(),
    sharedWithMe: yesOrNo().optional(),
    ...instantRange('createdAt'),
    ...instantRange('updatedAt'),
  },
})

/** Either a template, or the type of a blank document. */
export const createDocumentValidator = vine.create({
  title: title(),
  templateId: idField().optional().requiredIfMissing('fileType'),
  fileType: vine.enum(BLANK_TYPES).optional().requiredIfMissing('templateId'),
})

/** Without handlers, or with `null`, the operation answers `E_NO_HANDLER`. */
export const submitValidator = vine.create({
  handlerIds: vine.array(idField()).maxLength(50).nullable().optional(),
})

const MOST_SUBMISSIONS = 2_147_483_647

export const reviewValidator = vine.create({
  decision: vine.enum(['approve', 'return'] as const),
  comment: vine.string().trim().maxLength(1000).nullable().optional(),
  submissionNo: vine
    .number({ strict: true })
    .withoutDecimals()
    .min(0)
    .max(MOST_SUBMISSIONS)
    .optional(),
})

export const versionListValidator = vine.create(pageParameters(LARGEST_PAGE))

export const formDataValidator = vine.create({ before: idParameter().optional() })

export const dropValidator = vine.create({ drop: yesOrNo().optional() })

const MOST_AT_ONCE = 100

export const deleteDocumentsValidator = vine.create({
  ids: idsParameter(MOST_AT_ONCE),
  drop: yesOrNo().optional(),
})

export const reviewListValidator = vine.create(pageParameters(LARGEST_PAGE))

export const logListValidator = listQuery({
  sorts: logListing.sorts,
  filters: { action: vine.enum(LOG_ACTIONS).optional() },
})
