import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { ByteRange } from './byte_range.js'
import type { FileDriver } from './file_driver.js'
import { unlessStalled } from './unless_stalled.js'

export interface S3Options {
  bucket: string
  region: string
  /** For services other than AWS. */
  endpoint?: string
  /** Without them the usual places are looked into: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** How long a request may stand still. A large content takes as long as it makes progress. */
  longestSilenceMs?: number
}

const LONGEST_SILENCE_MS = 15_000
const LONGEST_CONNECT_MS = 5_000

/** Each has a connection for as long as its reader takes, so slow ones must not use up those of the others. */
const MOST_READERS = 4_000

/** Asked for to see whether the bucket answers; it need not be there. */
const CHECKED = 'blobs'

/** Services that merely speak S3 seldom know its newer checksums, nor names of buckets as hosts. */
const FOR_OTHER_SERVICES = {
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const

/** A bucket that is also read in parts. */
export class RangedS3Driver extends S3Driver implements FileDriver {
  /** Without a limit of silence once the answer has begun: a client may read slowly. */
  readonly #reader: S3Client
  readonly #bucket: string
  readonly #longestSilenceMs: number

  constructor({ bucket, longestSilenceMs = LONGEST_SILENCE_MS, ...options }: S3Options) {
    const socketTimeout = longestSilenceMs
    super({
      client: clientOf(options, { socketTimeout }),
      bucket,
      visibility: 'private',
      supportsACL: false,
    })
    const agent = { maxSockets: MOST_READERS }
    const untilHeaders = {
      requestTimeout: longestSilenceMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    }
    this.#reader = clientOf(options, untilHeaders)
    this.#bucket = bucket
    this.#longestSilenceMs = longestSilenceMs
  }

  override getStream(key: string): Promise<Readable> {
    return this.#read(key)
  }

  getRange(key: string, { first, last }: ByteRange): Promise<Readable> {
    return this.#read(key, `bytes=${first}-${last}`)
  }

  async putFile(key: string, path: string): Promise<void> {
    const { size } = await stat(path)
    const contents = createReadStream(path)
    try {
      await this.putStream(key, contents, { contentLength: size })
    } finally {
      // The bucket may not have taken all of it.
      contents.destroy()
    }
  }

  async check(): Promise<void> {
    await this.exists(CHECKED)
  }

  async #read(key: string, range?: string): Promise<Readable> {
    const answer = await this.#reader.send(
      new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range: range })
    )
    return unlessStalled(answer.Body as Readable, this.#longestSilenceMs)
  }
}

type Access = Pick<S3Options, 'region' | 'endpoint' | 'credentials'>

function clientOf(access: Access, limits: object): S3Client {
  return new S3Client({
    ...access,
    ...(access.endpoint === undefined ? {} : FOR_OTHER_SERVICES),
    requestHandler: { connectionTimeout: LONGEST_CONNECT_MS, ...limits },
  })
}
