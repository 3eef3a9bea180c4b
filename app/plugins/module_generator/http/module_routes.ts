import type { Router } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { numericId } from '#kernel/http/main'
import { t } from '#kernel/contracts/main'
import { E_WRITE_FAILED } from '#kernel/source_tree/main'
import {
  E_COLUMN_LOSS,
  E_DRIFT,
  E_GENERATOR_BUSY,
  E_IN_USE,
  E_MERGE_CONFLICT,
  E_MODULE_EXISTS,
  E_NO_SOURCES,
  E_NOT_VERIFIED,
  E_PLAN_INVALID,
  E_PLAN_UNREVIEWED,
  E_ROWS_UNFIT,
  E_TABLE_HAS_ROWS,
  E_TABLE_UNFIT,
} from '../errors.js'
import { pageDescriptionSchema } from '../page/page_schema.js'
import { generatorPermissions } from '../permissions.js'
import { moduleRow, moduleShape } from '../transformers/module_transformer.js'
import { previewMembers } from '../transformers/plan_shapes.js'
import {
  applyValidator,
  planJson,
  regenerateValidator,
  undoValidator,
} from '../validators/generator_validators.js'

const ModulesController = () => import('../controllers/modules_controller.js')

const STREAM = 'With `Accept: text/event-stream` the steps are told as they are done.'
const REVIEWED =
  'A plan as a language model drafted it needs `reviewed`: the `digest` that its preview answers.'
const WRITING = [E_GENERATOR_BUSY, E_NO_SOURCES, E_WRITE_FAILED]

const appliedShape = t.object({ ...moduleRow.properties, ...previewMembers })

const regeneratedShape = t.object({
  id: t.id(),
  name: t.text(),
  status: t.oneOf(['applied', 'conflicts']),
  files: t.array(t.object({ path: t.text(), status: t.text() })),
})

export function moduleRoutes(router: Router) {
  router
    .get('modules', [ModulesController, 'index'])
    .permission(generatorPermissions.use)
    .contract({ summary: 'Modules that were generated here', answer: t.array(moduleRow) })
  router
    .post('modules', [ModulesController, 'store'])
    .permission(generatorPermissions.use)
    .contract({
      summary: 'Make a module: render, verify in a copy, write, migrate, mount',
      description: `Answers when the module answers, or with what its checks said and nothing written. ${REVIEWED} ${STREAM}`,
      body: applyValidator,
      json: planJson,
      answer: appliedShape,
      failures: [
        ...WRITING,
        E_PLAN_INVALID,
        E_PLAN_UNREVIEWED,
        E_MODULE_EXISTS,
        E_TABLE_UNFIT,
        E_NOT_VERIFIED,
        E_CONFLICT,
      ],
    })
  router
    .get('modules/:id', [ModulesController, 'show'])
    .where('id', numericId)
    .permission(generatorPermissions.use)
    .contract({
      summary: 'A module with its plan, files and history',
      answer: moduleShape,
      failures: [E_NOT_FOUND],
    })
  router
    .get('modules/:id/ui', [ModulesController, 'page'])
    .where('id', numericId)
    .permission(generatorPermissions.use)
    .contract({
      summary: 'Description of the module’s page for front ends',
      answer: pageDescriptionSchema,
      failures: [E_NOT_FOUND],
    })
  router
    .post('modules/:id/regenerate', [ModulesController, 'regenerate'])
    .where('id', numericId)
    .permission(generatorPermissions.use)
    .contract({
      summary: 'Render a module again and merge it with what was edited',
      description: `Without \`plan\`, from the plan it has. A changed plan adds a migration. Conflicts are refused with their diff, or written with marks when \`conflicts\` is \`mark\`. ${REVIEWED} ${STREAM}`,
      body: regenerateValidator,
      json: planJson,
      answer: regeneratedShape,
      failures: [
        ...WRITING,
        E_NOT_FOUND,
        E_PLAN_INVALID,
        E_PLAN_UNREVIEWED,
        E_NOT_VERIFIED,
        E_MERGE_CONFLICT,
        E_COLUMN_LOSS,
        E_ROWS_UNFIT,
        E_BAD_REQUEST,
      ],
    })
  router
    .delete('modules/:id', [ModulesController, 'destroy'])
    .where('id', numericId)
    .permission(generatorPermissions.use)
    .contract({
      summary: 'Undo a module',
      description: `Refused where files were changed since (unless \`force\`), and wherever its table has rows. ${STREAM}`,
      query: undoValidator,
      answer: moduleRow,
      failures: [...WRITING, E_NOT_FOUND, E_DRIFT, E_TABLE_HAS_ROWS, E_IN_USE],
    })
}
