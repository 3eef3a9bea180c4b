import { defineError } from '#kernel/errors/main'

export const E_TEMPLATE_OFFLINE = defineError(
  400,
  'E_TEMPLATE_OFFLINE',
  'This template is offline; choose another one or ask for it to be put online'
)
export const E_NO_HANDLER = defineError(
  400,
  'E_NO_HANDLER',
  'Choose at least one handler to submit the document to'
)
export const E_DOCUMENT_STATE = defineError(
  400,
  'E_DOCUMENT_STATE',
  'The document’s present state does not allow this'
)
export const E_NOT_HANDLER = defineError(
  403,
  'E_NOT_HANDLER',
  'Only a handler whom the document was submitted to can review it'
)
export const E_OWN_WORK = defineError(
  403,
  'E_OWN_WORK',
  'You submitted this document, or wrote its present version alone, so somebody else has to approve it; return it, or have another handler named'
)
export const E_DOCUMENT_TYPE = defineError(
  415,
  'E_DOCUMENT_TYPE',
  'The editor cannot open files of this type'
)
export const E_BEING_EDITED = defineError(
  409,
  'E_BEING_EDITED',
  'Somebody is editing the document; wait until they are done, or have them disconnected'
)
export const E_EDITOR_OFF = defineError(400, 'E_EDITOR_OFF', 'The document editor is switched off')
export const E_EDITOR_TOKEN = defineError(
  403,
  'E_EDITOR_TOKEN',
  'The token is missing, invalid, or not for this'
)
export const E_EDITOR_URL = defineError(
  400,
  'E_EDITOR_URL',
  'The address of the file cannot be read'
)
export const E_EDITOR_FILE = defineError(
  400,
  'E_EDITOR_FILE',
  'The document server does not offer this file any more, or it is of another type; save the copy again'
)
export const E_SOURCE_AMBIGUOUS = defineError(
  409,
  'E_SOURCE_AMBIGUOUS',
  'Several documents are called so; choose one of them by its id'
)
export const E_CONVERSION_SIZE = defineError(
  400,
  'E_CONVERSION_SIZE',
  'The document is larger than the 100 MB that the document server converts; make it smaller first'
)
export const E_NOT_EDITED = defineError(
  409,
  'E_NOT_EDITED',
  'Nobody is editing the document, so there is nothing to save'
)
export const E_SHARE_LEVEL = defineError(
  403,
  'E_SHARE_LEVEL',
  'You do not hold this level of the document yourself; share it at one that you hold'
)
export const E_SUBMITTED_FORM = defineError(
  400,
  'E_SUBMITTED_FORM',
  'This version is a form as somebody submitted it, on a page without fields: in place of the form nobody could fill it in any more. Download it instead, or restore a version of the form itself'
)
export const E_TOO_MANY_SHARES = defineError(
  409,
  'E_TOO_MANY_SHARES',
  'The document is shared with as many as there may be; share it with a department or a role instead, or take some back'
)
export const E_UNSAVED_WORK = defineError(
  409,
  'E_UNSAVED_WORK',
  'Nobody is in the document, but the document server holds changes that are not saved yet: open the document once in the editor and close it, then repeat. Whoever may give up changes can go on without them'
)
