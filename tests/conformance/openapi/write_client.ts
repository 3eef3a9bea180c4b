import { createClient } from '@hey-api/openapi-ts'
import type { OpenApiDocument } from '#plugins/api_docs/main'

/** Generates the typed operations of `clients/http` into a folder. */
export async function writeClient(document: OpenApiDocument, folder: string): Promise<void> {
  await createClient({
    input: JSON.parse(JSON.stringify(document)),
    output: { path: folder, importFileExtension: '.js' } as never,
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
}
