export type { EditorConfig } from './editor/editor_settings.js'
