/** From a request to its answer: routes with access and contract, bodies, envelope, failures. */
export { AccessLog } from './access_log.js'
export { TransportSecurity } from './response_headers.js'
export { type Completed, requestOutcome } from './request_outcome.js'
export {
  type ChannelDescription,
  type ChannelMessage,
  describeChannel,
  describedChannels,
} from './channels.js'
export { originMatcher } from './cors_origins.js'
export { enforceDeclaredValidators } from './declared_validation.js'
export { abortIdleResponses } from './abort_idle_responses.js'
export { type Envelope, ok } from './envelope.js'
export { answerLanguage } from './answer_language.js'
export { failureBody, faultsIn } from './exception_handler.js'
export { holdExpectedBodies } from './expected_bodies.js'
export { toRefusal } from './failures.js'
export { FewFaultsReporter } from './few_faults_reporter.js'
export { clientAbortSignal } from './client_abort_signal.js'
export { announceHttpServer, onHttpServer } from './http_server.js'
export { type IncomingConfig, IncomingPlaces } from './incoming_places.js'
export { idParam, numericId } from './params.js'
export { fileFault, receiveFile, tooLarge } from './receive_file.js'
export { refuseNulls } from './refuse_nulls.js'
export { refuseOnSocket } from './refuse_on_socket.js'
export { refuseUrl } from './refused_requests.js'
export { saidMessages } from './said_messages.js'
export { assertRoutesDeclared } from './route_check.js'
export {
  type JsonLimits,
  type RawAnswer,
  type RouteAccess,
  type RouteContract,
  collectRoutes,
  declarationOf,
} from './route_contract.js'
export { addRouteMacros } from './route_macros.js'
export { trustedProxies } from './trusted_proxies.js'
export { answerUnreadable } from './unreadable_requests.js'
export { type UpgradeOwner, claimUpgrades, isClaimedUpgrade } from './upgrades.js'
