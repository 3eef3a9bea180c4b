import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { snakeOf } from '../plan/names.js'

/** Where the lines of a has-many field are kept. */
export function lineTable({ names }: ModuleSpec, { name }: FieldSpec): string {
  return `${names.snake}_${snakeOf(name)}`
}
