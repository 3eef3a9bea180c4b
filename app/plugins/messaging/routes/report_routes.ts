import type { Router } from '@adonisjs/core/http'
import { numericId } from '#kernel/http/main'
import { pageOf } from '#kernel/contracts/main'
import { E_REPORT_CLOSED, E_REPORT_REFUSED, E_REPORTED } from '../errors.js'
import { messagingPermissions } from '../permissions.js'
import { reportShape } from '../reports/reports.js'
import {
  closeReportValidator,
  reportListValidator,
  reportValidator,
} from '../validators/report_validators.js'

const ReportsController = () => import('../controllers/reports_controller.js')

const OTHERS = 'Against people within reach; those against oneself are for somebody else.'

/** Below `/app/im`. */
export default function reportRoutes(router: Router) {
  router
    .post('conversations/:id/messages/:seq/reports', [ReportsController, 'store'])
    .where('id', numericId)
    .where('seq', numericId)
    .signedIn('who may see a message may report it')
    .contract({
      summary: 'Report a message',
      description:
        'One that one may see and did not write, once. One user reports so many in an hour; 429 beyond that.',
      body: reportValidator,
      example: { reason: 'It insults somebody' },
      failures: [E_REPORT_REFUSED, E_REPORTED],
    })
  router
    .get('admin/reports', [ReportsController, 'index'])
    .permission(messagingPermissions.listReports)
    .contract({
      summary: 'List reported messages',
      description: `Open reports, unless \`closed\` says otherwise, with the messages as they are now. ${OTHERS}`,
      query: reportListValidator,
      answer: pageOf(reportShape),
    })
  router
    .put('admin/reports/:id/outcome', [ReportsController, 'close'])
    .where('id', numericId)
    .permission(messagingPermissions.closeReports)
    .contract({
      summary: 'Close a report',
      description: `Nobody is told. ${OTHERS}`,
      body: closeReportValidator,
      failures: [E_REPORT_CLOSED],
    })
}
