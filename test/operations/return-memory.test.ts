import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startService } from '../support/service.js';

test.each(['api', 'worker'] as const)(
  '%s: memory is returned to the system once there is nothing to do',
  async (roles) => {
    const db = await createTestDatabase();
    const service = await startService({ db, roles, flags: ['--expose-gc', '--trace-gc'] });
    try {
      await eventually(async () => service.output.find((line) => /Mark-Compact \(reduce\).* testing;/.test(line)));
    } finally {
      await service.stop();
      await db.drop();
    }
  },
);
