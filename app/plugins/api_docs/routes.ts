import type { Router } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { E_NOT_FOUND, E_UNAUTHENTICATED } from '#kernel/errors/main'
import type { RawAnswer } from '#kernel/http/main'
import { t } from '#kernel/contracts/main'
import type { ApiDocsConfig } from './api_docs_config.js'
import { descriptionValidator } from './validators/api_docs_validators.js'

const DescriptionController = () => import('./controllers/description_controller.js')
const AsyncDescriptionController = () => import('./controllers/async_description_controller.js')
const PageController = () => import('./controllers/page_controller.js')

const OPEN = 'whoever builds a client needs to know how'
const PLUGIN = { match: /^[a-z][a-z0-9_-]*$/ }

const headers = { 'ETag': 'Changes with the description', 'Cache-Control': 'no-cache' }
const statuses = [200, 304]
const json: RawAnswer = {
  type: 'application/json',
  shape: t.json({ type: 'object' }),
  statuses,
  headers,
}
const yaml: RawAnswer = { type: 'application/yaml', statuses, headers }

export default function routes(router: Router) {
  const { enabled, uiPath } = app.config.get<ApiDocsConfig>('api_docs')
  if (!enabled) return
  drawDescriptions(router)
  drawAsyncDescriptions(router)
  drawPage(router, uiPath)
}

function drawDescriptions(router: Router) {
  const contract = (summary: string, raw: RawAnswer) => ({
    summary,
    description: 'With a bearer header, `mine=true` leaves only what its operator may call.',
    query: descriptionValidator,
    raw,
    bearer: 'optional' as const,
    failures: [E_UNAUTHENTICATED],
  })
  router
    .get('/v3/api-docs', [DescriptionController, 'json'])
    .public(OPEN)
    .contract(contract('OpenAPI description as JSON', json))
  router
    .get('/v3/api-docs.yaml', [DescriptionController, 'yaml'])
    .public(OPEN)
    .contract(contract('OpenAPI description as YAML', yaml))
  router
    .get('/v3/api-docs/:plugin', [DescriptionController, 'part'])
    .where('plugin', PLUGIN)
    .public(OPEN)
    .contract(contract('OpenAPI description of one plugin as JSON', json))
}

function drawAsyncDescriptions(router: Router) {
  router
    .get('/v3/async-docs', [AsyncDescriptionController, 'json'])
    .public(OPEN)
    .contract({ summary: 'AsyncAPI description of sockets and event streams as JSON', raw: json })
  router
    .get('/v3/async-docs.yaml', [AsyncDescriptionController, 'yaml'])
    .public(OPEN)
    .contract({ summary: 'AsyncAPI description of sockets and event streams as YAML', raw: yaml })
}

function drawPage(router: Router, uiPath: string) {
  router
    .get(uiPath, [PageController, 'show'])
    .public(OPEN)
    .contract({ summary: 'Interactive documentation', raw: { type: 'text/html' } })
  router
    .get(`${uiPath}/:file`, [PageController, 'asset'])
    .public(OPEN)
    .contract({
      summary: 'A file of the interactive documentation',
      raw: { type: '*/*' },
      failures: [E_NOT_FOUND],
    })
}
