/** A project and the template that it was made from. */
export { ProjectUpgrade } from './project_upgrade.js'
export { hashOf, RECORD, TEMPLATE, type TemplateRecord } from './template_record.js'
