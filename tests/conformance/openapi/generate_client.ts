import 'reflect-metadata'
import { bootedApplication } from './booted_application.js'
import { writeClient } from './write_client.js'

const { app, description } = await bootedApplication()
await writeClient(description.document(), app.makePath('clients/http/src/generated'))
process.stdout.write(`${description.operations.length} operations written to clients/http\n`)
await app.terminate()
