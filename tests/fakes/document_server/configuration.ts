import { isDeepStrictEqual } from 'node:util'
import { TokenRefused, verifyToken, type Claims } from './tokens.js'

export interface EditorUser {
  id: string
  name?: string
}

/** What a page hands to `new DocsAPI.DocEditor(id, config)`, as far as the server looks at it. */
export interface EditorConfiguration {
  type?: string
  documentType?: string
  document: {
    fileType: string
    key: string
    title?: string
    url: string
    permissions?: Record<string, unknown>
    [member: string]: unknown
  }
  editorConfig: {
    callbackUrl?: string
    mode?: string
    user?: EditorUser
    [member: string]: unknown
  }
  token?: string
  [member: string]: unknown
}

/** Why the editor would not open: the socket's code and description. */
export class EditorRefusal extends Error {
  constructor(
    readonly code: number,
    readonly description: string
  ) {
    super(`The editor refuses: ${description} (${code})`)
  }
}

const KEY = /^[0-9A-Za-z._=-]{1,128}$/
const SIGNED = ['type', 'documentType', 'document', 'editorConfig'] as const

const COMPARED = [
  ['document', 'key'],
  ['document', 'url'],
  ['document', 'permissions'],
  ['editorConfig', 'callbackUrl'],
  ['editorConfig', 'mode'],
] as const

/** Gives the configuration that counts: where there is a token, the signed one. */
export function checkConfiguration(
  config: EditorConfiguration,
  { secret, now }: { secret: string | undefined; now: number }
): EditorConfiguration {
  if (secret === undefined) return config
  const signed = claimsOf(config, secret, now)
  requireMembers(config, signed)
  if (!isDeepStrictEqual(signed.document.permissions, config.document.permissions))
    throw new EditorRefusal(4004, 'access deny')
  requireExactness(config, signed)
  return signed
}

function claimsOf(config: EditorConfiguration, secret: string, now: number): EditorConfiguration {
  try {
    return verifyToken(config.token ?? '', secret, now) as EditorConfiguration & Claims
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    throw new EditorRefusal(error.isExpiry ? 4005 : 4006, `token:${error.message}`)
  }
}

/** What the browser states must be in the token; a viewer needs neither callback nor mode there. */
function requireMembers(config: EditorConfiguration, signed: EditorConfiguration): void {
  const viewing = config.editorConfig.mode === 'view'
  for (const [part, member] of COMPARED) {
    if (viewing && part === 'editorConfig') continue
    if (config[part]?.[member] !== undefined && signed[part]?.[member] === undefined)
      throw new EditorRefusal(4006, 'token:')
  }
}

/** What the real server forgives is refused: a difference that it would overlook. */
function requireExactness(config: EditorConfiguration, signed: EditorConfiguration): void {
  const expected = [...SIGNED.filter((member) => config[member] !== undefined), 'iat', 'exp']
  if (!isDeepStrictEqual(Object.keys(signed).sort(), expected.sort()))
    throw new EditorRefusal(4006, `token:signed members are ${Object.keys(signed).join(', ')}`)
  for (const member of SIGNED) {
    if (!isDeepStrictEqual(signed[member], config[member]))
      throw new EditorRefusal(4006, `token:${member} differs`)
  }
  if (!KEY.test(signed.document.key))
    throw new EditorRefusal(4006, 'token:document.key is malformed')
  if ((signed.document.title?.length ?? 0) > 128)
    throw new EditorRefusal(4006, 'token:document.title is too long')
}
