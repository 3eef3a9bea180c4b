/** How a saved file is served amiss. */
export type OutputFault =
  /** The whole length is announced, then the connection drops half-way. */
  | 'truncated'
  /** Half the file, as if it were all. */
  | 'cut'
  | 'empty'
  | 'html'
  /** Headers never come. */
  | 'hanging'
  /** The first half comes, the rest never. */
  | 'stalling'
  | 'redirecting'
  /** Endless, without a length. */
  | 'tooLarge'
  | 'notFound'
  | 'unavailable'

/** What a callback's `url` and `changesurl` are turned into before they are signed. */
export type UrlFault = 'otherHost' | 'otherPort' | 'metadata' | 'userInfo' | 'file' | 'missing'

export interface Faults {
  output?: OutputFault
  /** Serve this many downloads amiss, then well again; unset: all. */
  outputTimes?: number
  url?: UrlFault
  /** The document cannot be assembled: statuses 3 and 7. */
  saving?: boolean
}

export function distortUrl(url: string, fault: UrlFault | undefined): string | undefined {
  const target = new URL(url)

  switch (fault) {
    case undefined:
      return url
    case 'missing':
      return undefined
    case 'metadata':
      return `http://169.254.169.254${target.pathname}${target.search}`
    case 'file':
      return 'file:///etc/hostname'
    case 'userInfo':
      return Object.assign(target, { username: 'user', password: 'secret' }).href
    case 'otherPort':
      return Object.assign(target, { port: String((Number(target.port) % 65_000) + 1) }).href
    case 'otherHost':
      return Object.assign(target, { hostname: otherNameOf(target.hostname) }).href
  }
}

/** Another name of this same machine: a download that does not check the host would succeed. */
const otherNameOf = (host: string): string => (host === 'localhost' ? '127.0.0.1' : 'localhost')
