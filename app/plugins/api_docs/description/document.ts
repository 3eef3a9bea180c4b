import type { PluginManifest } from '#kernel/plugins/main'
import { SharedParts } from './shared_parts.js'
import { headerComponents } from './headers.js'
import type { JsonSchema } from './json_schema.js'
import { SERVICE, tagOf, type Operation } from './operations.js'
import { parametersOf, requestBodyOf } from './requests.js'
import { responsesOf } from './responses.js'

export interface DocumentTitle {
  title: string
  version: string
}

export interface OpenApiDocument {
  openapi: string
  info: JsonSchema
  servers: { url: string; description?: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, JsonSchema>>
  components: Record<string, Record<string, JsonSchema>>
  [extension: `x-${string}`]: unknown
}

const BEARER = { bearer: [] }

const FIELD_FAULT = {
  type: 'object',
  properties: {
    field: { type: 'string', examples: ['title'] },
    rule: { type: 'string', examples: ['required'] },
    message: { type: 'string', examples: ['The title field must be defined'] },
  },
  required: ['field', 'rule', 'message'],
  additionalProperties: false,
}

/** The OpenAPI 3.1 description of these operations; `servers` is that of a service reached directly. */
export function openApiDocument(
  operations: readonly Operation[],
  plugins: readonly PluginManifest[],
  info: DocumentTitle
): OpenApiDocument {
  const parts = new SharedParts()
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method] = describe(operation, parts)
  }
  return {
    'openapi': '3.1.0',
    'info': { ...info, description: INTRODUCTION, license: { name: 'MIT', identifier: 'MIT' } },
    'servers': [{ url: '/' }],
    'tags': tagsOf(operations, plugins),
    paths,
    'components': {
      schemas: { FieldFault: FIELD_FAULT, ...parts.schemas },
      headers: headerComponents,
      responses: parts.responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `accessToken` that logging in answers',
        },
      },
    },
    'x-async-docs': 'v3/async-docs',
  }
}

const INTRODUCTION = [
  'Every answer is an envelope, `{"code":200,"message":"OK","data":…}`; where it is not, the operation says so.',
  'In a failure `code` repeats the HTTP status and `data.reason` is a stable code to act on.',
  'Lists take `page` or `cursor`, `pageSize` (taken as 200 above that), `sort` and `count`.',
  'WebSockets and server-sent events are described at `v3/async-docs`.',
].join('\n\n')

function describe(operation: Operation, parts: SharedParts): JsonSchema {
  const { access, contract, id } = operation
  const parameters = parametersOf(operation)
  const requestBody = requestBodyOf(operation)
  return {
    'operationId': id,
    'tags': [tagOf(operation)],
    'summary': contract.summary,
    'description': descriptionOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody: parts.shareContent(requestBody) } : {}),
    'responses': parts.shareResponses(responsesOf(operation)),
    'security': securityOf(operation),
    ...(access.kind === 'permission' ? { 'x-permission': access.permission.code } : {}),
    'x-data-scope': DATA_SCOPES[access.kind],
  }
}

/** Which rows an operation reaches: those its permission grants, the operator's own, or no scoped ones at all. */
const DATA_SCOPES = { permission: 'granted', signedIn: 'own', public: 'none' } as const

function descriptionOf({ access, contract }: Operation): string {
  const told = contract.description ? [contract.description] : []
  return [...told, WHO[access.kind](access as never)].join('\n\n')
}

const WHO = {
  permission: ({ permission }: { permission: { code: string; title: string } }) =>
    `Needs the permission \`${permission.code}\` (${permission.title}); rows are limited to what the roles that grant it reach.`,
  signedIn: ({ reason }: { reason: string }) => `For everyone who is logged in: ${reason}.`,
  public: ({ reason }: { reason: string }) => `Open without login: ${reason}.`,
}

function securityOf({ access, contract }: Operation): JsonSchema[] {
  if (access.kind !== 'public') return [BEARER]
  return contract.bearer === 'optional' ? [{}, BEARER] : []
}

function tagsOf(operations: readonly Operation[], plugins: readonly PluginManifest[]) {
  const used = new Set(operations.map(tagOf))
  const known = plugins.filter(({ name }) => used.has(name))
  return [
    ...(used.has(SERVICE) ? [{ name: SERVICE, description: 'Health of the service' }] : []),
    ...known.map(({ name, description }) => ({ name, description })),
  ]
}
