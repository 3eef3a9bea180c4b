export { BLANK_TYPES } from './document_types.js'
export { EditorSettings, type EditorConfig } from './editor/editor_settings.js'
export { LEVELS } from './levels.js'
export { SUBJECT_TYPES } from './models/document_share.js'
