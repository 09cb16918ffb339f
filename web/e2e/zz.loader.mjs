import { registerHooks } from 'node:module';
registerHooks({ resolve(s, c, n) { try { return n(s, c); } catch (e) { if (s.startsWith('.')) return n(s + '.ts', c); throw e; } } });
