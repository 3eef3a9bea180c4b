import type { HttpRequest } from '@adonisjs/core/http'

export type TrustsProxy = (address: string, distance: number) => boolean

const PREFIX = /^(\/[A-Za-z0-9._~-]+){1,8}$/
const LONGEST = 200

/** The path that a trusted proxy stripped before it passed the request on. */
export class ForwardedPrefix {
  constructor(private readonly trusts: TrustsProxy) {}

  /** Empty when there is none, or when the peer is not to be believed. */
  of(request: HttpRequest): string {
    const given = request.header('x-forwarded-prefix')
    const peer = request.request.socket.remoteAddress
    if (!given || given.length > LONGEST || !peer || !this.trusts(peer, 0)) return ''

    const prefix = given
      .split(',')[0]!
      .trim()
      .replace(/(?<!\/)\/+$/, '')
    return PREFIX.test(prefix) ? prefix : ''
  }
}
