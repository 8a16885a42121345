import type { AuditSubject } from '../../audit/audit-event.js';
import type { Application } from '../access/application.repository.js';

export const applicationSubject = ({ id, name }: Pick<Application, 'id' | 'name'>): AuditSubject => ({
  type: 'application',
  id,
  name,
});
