/** How a saved file is served amiss. */
export type OutputFault =
  /** The whole length is announced, then the connection drops half-way. */
  | 'truncated'
  /** Half the file, as if it were all. */
  | 'cut'
  /** Half the file, without a length: the end of the connection ends it. */
  | 'unframed'
  | 'empty'
  | 'html'
  /** Headers never come. */
  | 'hanging'
  /** The first half comes, the rest never. */
  | 'stalling'
  /** All of it comes, over two seconds. */
  | 'slow'
  /** A byte comes now and then, for ever. */
  | 'dripping'
  | 'redirecting'
  /** Endless, without a length. */
  | 'tooLarge'
  | 'notFound'
  | 'unavailable'

/** What a callback's `url` and `changesurl` are turned into before they are signed. */
export type UrlFault = 'otherHost' | 'otherPort' | 'metadata' | 'userInfo' | 'file' | 'missing'

/** How the converter is set up amiss, or works amiss. */
export interface ConverterFaults {
  /** Every conversion ends with this code once the file is there. */
  error?: number
  /** No conversion ends. */
  endless?: boolean
  /** So often it answers that it is not done yet. */
  slowFor?: number
  /** Its outgoing requests are signed with another secret, or not at all. */
  outboxSecret?: string
  unsigned?: boolean
  /** They are signed in this header, rather than in `Authorization`. */
  outboxHeader?: string
  /** They are signed by another algorithm than HS256: `token.outbox.algorithm` of its settings. */
  outboxAlgorithm?: string
  /** Private addresses are refused even where the request is signed. */
  addressFilter?: 'always'
  /** Nothing that begins so is reached. */
  unreachable?: string
  /** Largest source in bytes, where it is not the usual 100 MB. */
  limit?: number
}

export interface Faults {
  converter?: ConverterFaults
  output?: OutputFault
  /** Serve this many downloads amiss, then well again; unset: all. */
  outputTimes?: number
  /** Serve that alone amiss which has this in its path. */
  outputOf?: string
  /** Nothing says when a file was written. */
  undated?: boolean
  url?: UrlFault
  /** The document cannot be assembled: statuses 3 and 7. */
  saving?: boolean
  /**
   * What was written is called corrupted: statuses 3 and 7 come with a file, in which the later half of the changes is
   * missing.
   */
  corrupted?: boolean
  /** The original format cannot be written, where it is not one of the office packages: those are. */
  format?: boolean
  /** So many forced saves are refused with 3, as when two begin at the same instant. */
  busy?: number
  /** So many commands to send somebody out fail, and nobody is told. */
  drops?: number
  /** A page whose document could not be loaded shows nothing, and stays inside until it is closed. */
  stays?: boolean
  /** It does not say what it could not deliver, or only not all of it at once: with this code. */
  forgotten?: { error: number; listOnly?: boolean }
  /** What it cannot deliver cannot be copied to where that is kept, as on a full disk: the changes are deleted all the same. */
  full?: boolean
  /** Its store of what it could not deliver cannot be read: it takes that for an empty one, and says so in the log alone. */
  unreadable?: boolean
  /** What it could not deliver is named, and said not to be there once it is asked for: by its setting it looks for another name. */
  withheld?: boolean
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
