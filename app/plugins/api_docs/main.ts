export type { ApiDocsConfig } from './api_docs_config.js'
export { ApiDescription } from './description/api_description.js'
export type { OpenApiDocument } from './description/document.js'
export type { Operation } from './description/operations.js'
