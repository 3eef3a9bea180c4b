import { defineError } from '#kernel/http/define_error'

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
export const E_DOCUMENT_TYPE = defineError(
  415,
  'E_DOCUMENT_TYPE',
  'The editor cannot open files of this type'
)
export const E_BEING_EDITED = defineError(
  409,
  'E_BEING_EDITED',
  'Somebody is editing the document; wait until they are done, or repeat with drop=true to end their session'
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
  'The file lies where nothing is fetched from'
)
export const E_NOT_EDITED = defineError(
  409,
  'E_NOT_EDITED',
  'Nobody is editing the document, so there is nothing to save'
)
