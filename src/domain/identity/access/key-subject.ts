import type { AuditSubject } from '../../audit/audit-event.js';
import type { ApiKey } from './api-key.repository.js';

export const keySubject = ({ id, name }: Pick<ApiKey, 'id' | 'name'>): AuditSubject => ({ type: 'api_key', id, name });
