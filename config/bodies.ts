import string from '@adonisjs/core/helpers/string'
import env from '#start/env'
import type { BodyConfig } from '#kernel/http/body_limits'

const bodyConfig: BodyConfig = {
  limit: string.bytes.parse(env.get('BODY_LIMIT', '1mb')) ?? 0,
  publicLimit: 16 * 1024,
}

export default bodyConfig
