import type { IncomingConfig } from '#kernel/http/main'

const bodyConfig: IncomingConfig = {
  uploadsPerUser: 10,
}

export default bodyConfig
