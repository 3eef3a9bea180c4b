export type { ModelEndpoint, ModuleGeneratorConfig } from './module_generator_config.js'
export { planSchema, PLAN_VERSION, type ModulePlan } from './plan/plan_schema.js'
export { pageDescriptionSchema } from './page/page_schema.js'
/** For the check of a module's migrations, which is a test of the project. */
export { reverseMigrations } from './applying/migrations.js'
export { tableNames } from './introspection/table_names.js'
