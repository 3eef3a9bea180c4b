import type { BodyConfig, IncomingConfig } from '#kernel/http/main'

const bodyConfig: BodyConfig & IncomingConfig & { stalledSeconds: number } = {
  limit: 1024 * 1024,
  publicLimit: 16 * 1024,
  // The longest body comes so fast over any line; a file takes as long as it takes.
  receiveSeconds: 60,
  // Of an answer of which as good as nothing is read for so long, nothing more is made.
  stalledSeconds: 300,
  uploadsPerUser: 10,
}

export default bodyConfig
