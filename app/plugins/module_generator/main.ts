export type { ModelEndpoint, ModuleGeneratorConfig } from './module_generator_config.js'
export { planSchema, PLAN_VERSION, type ModulePlan } from './plan/plan_schema.js'
export { pageDescriptionSchema } from './page/page_schema.js'
