import { createConfig, lintFromString } from '@redocly/openapi-core'

export interface LintProblem {
  severity: string
  rule: string
  message: string
  at: string
}

/** Redocly's recommended rules, apart from one. */
const RULES = {
  /** Some paths are given; identifiers are numbers, so the router takes no word for `{id}`. */
  'no-ambiguous-paths': 'off',
  'operation-4xx-response': 'error',
  'operation-operationId-unique': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
} as const

/** What a public linter says of a description. */
export async function lintDescription(text: string): Promise<LintProblem[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  return problems.map(({ severity, ruleId, message, location }) => ({
    severity,
    rule: ruleId,
    message,
    at: location.map((one) => one.pointer).join(', '),
  }))
}
