import type { Codemods } from '@adonisjs/core/ace/codemods'
import { E_CANNOT_CONFIGURE } from './errors.js'

export type Sources = NonNullable<Awaited<ReturnType<Codemods['getTsMorphProject']>>>
export type SourceFile = ReturnType<Sources['createSourceFile']>
export type Node = ReturnType<SourceFile['getDescendants']>[number]

export function callOf(source: SourceFile, callee: string): Node {
  const call = source
    .getDescendants()
    .find((one) => one.getKindName() === 'CallExpression' && one.getText().startsWith(`${callee}(`))
  if (!call) throw unknownShape(source, `${callee}(…)`)
  return call
}

/** The arguments of a call are the third of its children, between the parentheses. */
export const argumentsOf = (call: Node): Node[] =>
  call
    .getChildAtIndex(2)
    .getChildren()
    .filter((one) => one.getKindName() !== 'CommaToken')

/** A property of what is handed to `defineConfig`. */
export const propertyOf = (source: SourceFile, name: string): Node | undefined =>
  source
    .getDescendants()
    .find(
      (one) =>
        one.getKindName() === 'PropertyAssignment' &&
        new RegExp(`^${name}\\s*:`).test(one.getText()) &&
        one.getParent()?.getParent()?.getText().startsWith('defineConfig(')
    )

export function unknownShape(source: SourceFile, expected: string) {
  return new E_CANNOT_CONFIGURE(
    `${source.getBaseName()} has no ${expected} as an AdonisJS application has it; write it in that form, and configure again`
  )
}
