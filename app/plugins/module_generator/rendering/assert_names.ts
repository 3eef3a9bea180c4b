import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { identifier, routePath, word } from './encoders.js'

/**
 * Templates write names as they are, in code and within quotes. What is none stops the rendering, whichever way it came:
 * plans that were kept are not checked again.
 *
 * @throws RuntimeException
 */
export function assertNames({ names, fields, uniqueSets, ...spec }: ModuleSpec): void {
  for (const name of [names.camel, names.pascal, names.pluralCamel, names.pluralPascal])
    identifier(name)
  for (const name of [names.kebab, names.snake, names.pluralKebab, names.pluralSnake]) word(name)
  identifier(spec.table)
  routePath(spec.path)
  word(spec.area)
  word(spec.menu.icon)
  for (const field of fields) assertField(field)
  for (const field of uniqueSets.flat()) assertField(field)
}

function assertField({ name, attribute, column, values, target, lines }: FieldSpec): void {
  for (const one of [name, attribute, column]) identifier(one)
  for (const value of values) word(value)
  for (const line of lines) assertField(line)
  if (!target) return
  for (const one of [target.plugin, target.model, target.table]) identifier(one)
  if (target.label !== null) identifier(target.label)
}
