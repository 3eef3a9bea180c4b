export const LINKED = ['comment', 'bookmark'] as const

/** Where in a document, as the editor says it and takes it as `editorConfig.actionLink`. */
export interface ActionLink {
  action: { type: (typeof LINKED)[number]; data: string }
}
