import type { Readable } from 'node:stream'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { ByteRange, RangedDriver } from './byte_range.js'

export interface S3Options {
  bucket: string
  region: string
  /** For services other than AWS. */
  endpoint?: string
  /** Without them the usual places are looked into: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** Services that merely speak S3 seldom know its newer checksums, nor names of buckets as hosts. */
const FOR_OTHER_SERVICES = {
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const

/** A bucket that is also read in parts. */
export class RangedS3Driver extends S3Driver implements RangedDriver {
  readonly #client: S3Client
  readonly #bucket: string

  constructor({ bucket, region, endpoint, credentials }: S3Options) {
    const client = new S3Client({
      region,
      endpoint,
      credentials,
      ...(endpoint === undefined ? {} : FOR_OTHER_SERVICES),
    })
    super({ client, bucket, visibility: 'private', supportsACL: false })
    this.#client = client
    this.#bucket = bucket
  }

  async getRange(key: string, { first, last }: ByteRange): Promise<Readable> {
    const answer = await this.#client.send(
      new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range: `bytes=${first}-${last}` })
    )
    return answer.Body as Readable
  }
}
