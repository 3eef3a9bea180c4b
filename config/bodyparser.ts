import env from '#start/env'
import { defineConfig } from '@adonisjs/core/bodyparser'

const jsonLimit = env.get('BODY_LIMIT', '1mb')

export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: { limit: jsonLimit, convertEmptyStringsToNull: false, types: [] },
  json: {
    limit: jsonLimit,
    convertEmptyStringsToNull: false,
    strict: true,
    types: ['application/json'],
  },
  raw: { limit: jsonLimit, types: [] },
  multipart: {
    autoProcess: false,
    convertEmptyStringsToNull: false,
    processManually: [],
    limit: env.get('UPLOAD_LIMIT', '100mb'),
    types: ['multipart/form-data'],
  },
})
