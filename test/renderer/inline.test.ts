import { createInlineRenderer } from '../../src/renderer/create-inline-renderer.ts';
import { rendererSuite } from './renderer.suite.ts';

rendererSuite('in this thread', () => createInlineRenderer());
