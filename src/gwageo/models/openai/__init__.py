"""OpenAI's API, and every server that speaks it: OpenRouter, vLLM, SGLang, llama.cpp, Ollama."""
