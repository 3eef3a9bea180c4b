import type { ModuleSpec } from '../plan/module_spec.js'
import { lineFile } from './import_code.js'

/** A template, and where what it renders goes below the project. */
export interface FileRecipe {
  /** Below `stubs/`, without `.stub`. */
  stub: string
  path: string
  /** What the template is given besides the module's view. */
  extra?: Record<string, unknown>
}

/** The files a module consists of. */
export function moduleFiles(spec: ModuleSpec, stamp: number): FileRecipe[] {
  const { snake, pluralSnake } = spec.names
  const root = pluginFolder(spec)
  const tests = testFolder(spec)
  const at = (stub: string, path: string, when = true) =>
    when ? [{ stub: `module/${stub}`, path: `${root}/${path}` }] : []
  const has = (...types: string[]) => spec.fields.some(({ type }) => types.includes(type))
  const refers = has('user', 'department', 'file', 'belongsTo', 'manyToMany', 'tree')

  return [
    ...at('plugin', 'plugin.ts'),
    ...at('main', 'main.ts'),
    ...at('permissions', 'permissions.ts'),
    ...at('menus', 'menus.ts'),
    ...at('pages', 'pages.ts'),
    ...at('errors', 'errors.ts', has('tree')),
    ...at('routes', 'routes.ts'),
    ...at('migration', `database/migrations/${stamp}_create_${pluralSnake}_table.ts`),
    ...at('seeder', `database/seeders/${snake}_samples.ts`, spec.samples.length > 0),
    ...at('factory', `database/factories/${snake}_factory.ts`),
    ...at('model', `models/${snake}.ts`),
    ...lineModels(spec, root),
    ...at('validators', `validators/${snake}_validators.ts`),
    ...at('transformer', `transformers/${snake}_transformer.ts`),
    ...at('listing', `queries/${snake}_listing.ts`),
    ...at('rows', `queries/${snake}_rows.ts`),
    ...at('references', 'actions/assert_references.ts', refers),
    ...at('create', `actions/create_${snake}.ts`),
    ...at('update', `actions/update_${snake}.ts`),
    ...at('delete', `actions/delete_${pluralSnake}.ts`),
    ...at('controller', `controllers/${snake}_controller.ts`),
    { stub: 'module/crud_spec', path: `${tests}/crud.spec.ts` },
    { stub: 'module/bad_input_spec', path: `${tests}/bad_input.spec.ts` },
    ...(spec.scoped ? [{ stub: 'module/scope_spec', path: `${tests}/scope.spec.ts` }] : []),
  ]
}

export function pluginFolder({ names }: ModuleSpec): string {
  return `app/plugins/${names.snake}`
}

export function testFolder({ names }: ModuleSpec): string {
  return `tests/functional/${names.snake}`
}

function lineModels({ fields, names }: ModuleSpec, root: string): FileRecipe[] {
  return fields
    .filter(({ type }) => type === 'hasMany')
    .map((field, index) => ({
      stub: 'module/line_model',
      path: `${root}/models/${lineFile(names.snake, field.name)}.ts`,
      extra: { lineIndex: index },
    }))
}
