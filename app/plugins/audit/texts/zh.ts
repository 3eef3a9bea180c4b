import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'Who did what, to which rows and with which outcome, in a chain that shows tampering':
    '谁对哪些数据做了什么、结果如何，以可发现篡改的链保存',
  'List entries of the audit trail': '查看审计日志列表',
  'See what an entry of the audit trail changed': '查看审计日志的变更内容',
  'Export the audit trail': '导出审计日志',
  'Audit trail': '审计日志',
  'Time': '时间',
  'Who': '操作人',
  'Action': '操作',
  'Kind': '对象类型',
  'Id': '对象 ID',
  'Name': '名称',
  'Outcome': '结果',
  'Done': '成功',
  'Refused': '被拒绝',
  'Reason': '原因',
  'Permission': '权限',
  'Operation': '接口',
  'System, because': '系统操作原因',
  'IP address': 'IP 地址',
  'Request': '请求 ID',
  'Sealed': '已封存',
  'Before': '变更前',
  'After': '变更后',
}

export default texts
