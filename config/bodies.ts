import env from '#start/env'
import type { IncomingConfig } from '#kernel/http/main'

const bodyConfig: IncomingConfig = {
  uploadsPerUser: env.get('UPLOADS_PER_USER', 10),
}

export default bodyConfig
