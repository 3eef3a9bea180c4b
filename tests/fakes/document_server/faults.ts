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
  /** All of it comes, in pieces with a pause before each. */
  | 'slow'
  | 'redirecting'
  /** Endless, without a length. */
  | 'tooLarge'
  | 'notFound'
  | 'unavailable'

/** How the converter is set up amiss, or works amiss. */
export interface ConverterFaults {
  /** Every conversion ends with this code once the file is there. */
  error?: number
  /** No conversion ends. */
  endless?: boolean
  /** Its outgoing requests are signed with another secret, by another algorithm, or not at all. */
  outboxSecret?: string
  outboxAlgorithm?: string
  unsigned?: boolean
  /** Private addresses are refused even where the request is signed. */
  addressFilter?: 'always'
  /** Nothing that begins so is reached. */
  unreachable?: string
}

export interface Faults {
  converter?: ConverterFaults
  output?: OutputFault
  /** Serve this many downloads amiss, then well again; unset: all. */
  outputTimes?: number
  /** The document cannot be assembled: statuses 3 and 7. */
  saving?: boolean
  /** So many forced saves are refused with 3, as when two begin at the same instant. */
  busy?: number
}
