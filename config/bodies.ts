import string from '@adonisjs/core/helpers/string'
import env from '#start/env'
import type { BodyConfig, IncomingConfig } from '#kernel/http/main'

const bodyConfig: BodyConfig & IncomingConfig & { stalledSeconds: number } = {
  limit: string.bytes.parse(env.get('BODY_LIMIT', '1mb')) ?? 0,
  publicLimit: 16 * 1024,
  // The longest body comes so fast over any line; a file takes as long as it takes.
  receiveSeconds: 60,
  // Of an answer of which as good as nothing is read for so long, nothing more is made.
  stalledSeconds: 300,
  uploadsPerUser: env.get('UPLOADS_PER_USER', 10),
}

export default bodyConfig
