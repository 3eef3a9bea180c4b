import type { Secret } from '@adonisjs/core/helpers'
import { isPlainAddress } from '#kernel/settings/main'
import { SignedTokens } from '#kernel/tokens/main'
import { type Said, say } from '#kernel/languages/main'
import { trustedBounds, type PackageBounds } from '#plugins/files/main'
import { AddressSeal } from './address_seal.js'
import { EditorTokens } from './editor_tokens.js'

export interface EditorConfig {
  enabled: boolean
  /** As browsers reach it. */
  documentServerUrl?: string
  /** As this service reaches it. Default: `documentServerUrl`. */
  documentServerInternalUrl?: string
  /** As the document server reaches this service. */
  publicBaseUrl?: string
  secret?: Secret<string>
  /** The key of the application, which the document server does not know. */
  appKey: Secret<string>
  signedCallback: 'optional' | 'required'
  downloadLimit: number
  /** Size limit of a downloaded package when unpacked, in bytes. */
  unpackedLimit: number
  downloadSeconds: number
  /** A download ends when no data arrives for so long. */
  downloadIdleSeconds: number
  forceSaveSeconds: number
  /** How long the doctor waits for the document server. */
  probeSeconds: number
  /** How long a save that was begun elsewhere is waited for: on entering, and where nothing else is to be saved. */
  settleSeconds: number
  /** How long a session that is ended waits for its save. */
  sessionEndSeconds: number
  callbackSeconds: number
  conversionSeconds: number
  conversionsPerUser: number
  /** Interval of the sweep; 0 for never. */
  sweepMinutes: number
  retentionDays: number
  logRetentionDays: number
  /** Whether users may approve what they submitted, or wrote alone. */
  ownReview: boolean
}

const SHORTEST_SECRET = 32

/** Paths of the document server’s output, on its disk and in another storage. */
const OUTPUTS = ['/cache/files/', '/storage-cache/files/']

export class EditorSettings {
  /** Why the editor cannot be used, with the remedy; `null` when it can. */
  readonly off: Said | null
  readonly tokens: EditorTokens | null
  readonly #secret: string

  constructor(readonly config: EditorConfig) {
    this.off = faultOf(config)
    this.#secret = config.secret?.release() ?? ''
    this.tokens = this.off ? null : tokensOf(config, this.#secret)
  }

  get secret(): string {
    return this.#secret
  }

  get packageBounds(): PackageBounds {
    return trustedBounds(this.config.unpackedLimit)
  }

  get scriptUrl(): string {
    return `${this.#browserBase}/web-apps/apps/api/documents/api.js`
  }

  get serverBase(): string {
    return bare(this.config.documentServerInternalUrl ?? this.config.documentServerUrl ?? '')
  }

  /** @param path with a leading slash */
  publicUrl(path: string): string {
    return `${bare(this.config.publicBaseUrl ?? '')}${path}`
  }

  /** The host that is named is not trusted, because a client of the editor’s socket can choose it. */
  downloadUrl(text: string): URL | null {
    const path = this.#pathOf(text)
    if (path === null) return null
    const base = new URL(this.serverBase)
    return new URL(`${base.origin}${bare(base.pathname)}${path}${new URL(text).search}`)
  }

  /** Whether a URL names a file that the document server has written, and nothing else that it serves. */
  isOutput(text: string): boolean {
    const path = this.#pathOf(text)
    return path !== null && OUTPUTS.some((outputs) => path.startsWith(outputs))
  }

  /** The path is parsed as that of an http URL, as it will be requested: other schemes resolve `..` differently. */
  #pathOf(text: string): string | null {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url?.pathname.startsWith('/')) return null
    const { pathname } = new URL(`http://path${url.pathname}`)
    if (!isPlainPath(pathname)) return null
    return withoutPrefix(unencoded(pathname), this.#prefixesFor(url))
  }

  /** Path prefixes of the document server, that of the named address first. */
  #prefixesFor({ origin }: URL): string[] {
    const bases = [new URL(this.#browserBase), new URL(this.serverBase)]
    const named = bases.filter((base) => base.origin === origin)
    return [...named, ...bases].map(({ pathname }) => bare(unencoded(pathname)))
  }

  get #browserBase(): string {
    return bare(this.config.documentServerUrl ?? '')
  }
}

function tokensOf({ appKey }: EditorConfig, secret: string): EditorTokens {
  return new EditorTokens(new SignedTokens('chancery', [secret]), new AddressSeal(appKey.release()))
}

function faultOf({ enabled, secret, ...urls }: EditorConfig): Said | null {
  if (!enabled) return say`The document editor is switched off; set EDITOR_ENABLED=true`
  if (!secret) return say`EDITOR_JWT_SECRET is not set; set it to the secret of the document server`
  const length = Buffer.byteLength(secret.release())
  if (length < SHORTEST_SECRET) {
    return say`EDITOR_JWT_SECRET has ${length} bytes and needs at least ${SHORTEST_SECRET}; set a longer one, here and in the document server`
  }
  if (!isHttp(urls.documentServerUrl)) {
    return say`EDITOR_DOCUMENT_SERVER_URL is no http(s) address; set it to where browsers reach the document server`
  }
  if (urls.documentServerInternalUrl && !isHttp(urls.documentServerInternalUrl)) {
    return say`EDITOR_DOCUMENT_SERVER_INTERNAL_URL is no http(s) address; correct it or leave it out`
  }
  if (isHttp(urls.publicBaseUrl)) return null
  return say`EDITOR_PUBLIC_BASE_URL is no http(s) address; set it to where the document server reaches this service`
}

function isHttp(text: string | undefined): boolean {
  return text !== undefined && isPlainAddress(text)
}

function bare(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

/** Servers disagree on encoded slashes and on what is encoded twice, so such a path could lead elsewhere. */
function isPlainPath(path: string): boolean {
  if (/%(?:2f|5c|25|00)/i.test(path)) return false
  try {
    return !decodeURIComponent(path).includes('\\')
  } catch {
    return false
  }
}

/** The document server encodes the underscores in its own address. */
function unencoded(path: string): string {
  return path.replace(/%5f/gi, '_')
}

function withoutPrefix(path: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((one) => one !== '' && path.startsWith(`${one}/`))
  return prefix === undefined ? path : path.slice(prefix.length)
}
